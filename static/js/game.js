export const gameOf = (address) => /^\/games\/[^/?#]+/.exec(new URL(address, location).pathname)?.[0]; // the game that an address is about
