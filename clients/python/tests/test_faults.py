"""The fault schedules that every client runs: `python3 -m unittest` with FAULT_URL and FAULT_SCHEDULES set by the test that starts it."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from lorekeep import Lorekeep, LorekeepError  # noqa: E402


def run(number: int, schedule: str) -> str:
    operation = schedule.split(" ")[0]
    timeout = 4.0 if "slow" in schedule else 120.0
    lore = Lorekeep(os.environ["FAULT_URL"], "key_a", timeout=timeout, headers={"X-Schedule": f"{number} {schedule}"})
    calls = {
        "write": lambda: lore.memory.write("a", [{"content": "a"}]),
        "search": lambda: lore.memory.search("a", "a"),
        "update": lambda: lore.memory.update("mem_a", content="a"),
        "deleteMany": lambda: lore.memory.delete_many("a", ids=["mem_a"]),
        "delete": lambda: lore.memory.delete("mem_a"),
    }
    try:
        calls[operation]()
        return "returned"
    except LorekeepError:
        return "failed"


def main() -> None:
    with open(os.environ["FAULT_SCHEDULES"], encoding="utf-8") as file:
        schedules = json.load(file)
    with ThreadPoolExecutor(150) as pool:
        print(json.dumps(list(pool.map(run, range(len(schedules)), schedules))))


if __name__ == "__main__":
    main()
