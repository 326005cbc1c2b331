"""A process that is watched at each system call by which it changes a file, and killed at one (Linux: ptrace)."""

import ctypes
import os
import platform
import signal

TRACEME, SYSCALL, SETOPTIONS, GET_SYSCALL_INFO = 0, 24, 0x4200, 0x420E
OPTIONS = (
    0x1 | 0x2 | 0x4 | 0x8 | 0x100000
)  # calls are told from signals; forks and threads, too; killed with its watcher
AT_CALL, ENTERS, EVERY_CHILD = signal.SIGTRAP | 0x80, 1, 0x40000000
NUMBERS = {
    "x86_64": {1, 18, 20, 40, *range(74, 78), *range(82, 89), 90, 91, 258, 263, 264, 265, 268, 285, 296, 316, 326},
    "aarch64": {*range(33, 39), 45, 46, 47, 52, 53, 64, 66, 68, 70, 71, 82, 83, 276, 285},
}
"""By machine: write, pwrite64, writev, pwritev, sendfile, copy_file_range, fallocate, truncate, ftruncate, fsync and
fdatasync, and the kinds of rename, link, unlink, mkdir, rmdir, creat and chmod."""


class _Info(ctypes.Structure):
    _fields_ = (
        ("op", ctypes.c_uint8),
        ("rest", ctypes.c_uint8 * 23),
        ("number", ctypes.c_uint64),
        ("args", ctypes.c_uint64 * 8),
    )


def be_watched():
    """Stop here until `watch` goes on with this process; every call is then told to its parent."""
    _ptrace(TRACEME, 0)
    os.kill(os.getpid(), signal.SIGSTOP)


def watch(child, at):
    """Let a stopped child run, and kill it at its `at`-th such call (0: at none); return its status and the calls."""
    calls = 0
    os.waitpid(child, 0)
    _ptrace(SETOPTIONS, child, OPTIONS)
    _ptrace(SYSCALL, child)
    while True:
        each, status = os.waitpid(-1, EVERY_CHILD)
        if not os.WIFSTOPPED(status):
            if each == child:
                return os.waitstatus_to_exitcode(status), calls
            continue
        stopped = os.WSTOPSIG(status)
        if stopped == AT_CALL and _writes(each):
            calls += 1
            if calls == at:
                os.kill(child, signal.SIGKILL)
                continue
        passed_on = stopped if stopped not in (AT_CALL, signal.SIGTRAP, signal.SIGSTOP) else 0
        _ptrace(SYSCALL, each, passed_on)


def _writes(process):
    info = _Info()
    _ptrace(GET_SYSCALL_INFO, process, ctypes.byref(info), ctypes.sizeof(info))
    return info.op == ENTERS and info.number in NUMBERS[platform.machine()]


def _ptrace(what, process, data=None, address=None):
    done = _libc.ptrace(ctypes.c_long(what), ctypes.c_long(process), ctypes.c_void_p(address), _word(data))
    if done < 0 and ctypes.get_errno() != 3:  # 3: the process is gone
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _word(data):
    return data if data is not None and not isinstance(data, int) else ctypes.c_void_p(data)


_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.restype = ctypes.c_long
