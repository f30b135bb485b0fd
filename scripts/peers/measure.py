"""Whole processes: CPU seconds, peak memory and what they print."""
import os
import resource
import statistics
import subprocess
import tempfile
import threading
from dataclasses import dataclass

RUNS = 3
# What the system says of a process includes this one, of which it is a copy at first.
FLOOR = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@dataclass
class Run:
    seconds: float
    mebibytes: float
    output: str

    def memory(self):
        floor = max(FLOOR, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return f"< {floor + 1:.0f} MiB" if self.mebibytes <= floor + 1 else f"{self.mebibytes:.0f} MiB"


def once(command, limit):
    """One run, or None where it takes more than `limit` seconds of the clock or CPU."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, start_new_session=True)
        late = threading.Event()
        # A process that has had its CPU time is not waited for; its children, who count with it, have as much each.
        try:
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
        except ProcessLookupError:
            pass

        def stop():
            late.set()
            # MiniZinc puts its solver into a process group of its own, but all are of the session begun here.
            subprocess.run(["pkill", "-KILL", "-s", str(process.pid)])

        # Twice the limit, for a machine that is shared; what counts is CPU time.
        timer = threading.Timer(2 * limit, stop)
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = used.ru_utime + used.ru_stime
        if late.is_set() or seconds > limit:
            return None
        out.seek(0)
        err.seek(0)
        if process.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))} ended with {process.returncode}: {err.read()[-2000:]}")
        return Run(seconds, used.ru_maxrss / 1024, out.read())


def median(command, limit):
    """The run with the median CPU time; slow ones are run once."""
    runs = [once(command, limit)]
    if runs[0] is None:
        return None
    if runs[0].seconds < 5:
        runs += [run for run in (once(command, limit) for _ in range(RUNS - 1)) if run]
    middle = statistics.median_low(run.seconds for run in runs)
    return next(run for run in runs if run.seconds == middle)
