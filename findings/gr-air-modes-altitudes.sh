#!/usr/bin/env bash
# gr-air-modes 0.0.20210211-3 (Debian 12) reads the 100 ft steps of an airborne position wrongly: 51,000 ft becomes 50,700 ft, and 60,000 ft
# becomes 49,800 ft. Above 50,175 ft every aircraft sends them (ICAO Annex 10, volume IV: 25 ft steps end there). The same code in a reply to a
# radar, which has one bit more, is read right. A mask and a shift are applied in the wrong order for the shorter code.
# Its velocities count from 1, not from 0: 400 kt becomes 401 kt, and no vertical rate becomes -64 ft/min.
# Needs apt-get and python3. Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -o APT::Sandbox::User=root download -q gr-air-modes=0.0.20210211-3 >/dev/null
dpkg-deb -x gr-air-modes_*.deb .
cat >run.py <<'PY'
import sys, types
folder = "usr/lib/python3/dist-packages/air_modes"
# The package itself needs a radio. Its decoders do not.
package = types.ModuleType("air_modes")
package.__path__ = [folder]
sys.modules["air_modes"] = package
from air_modes.altitude import decode_alt
from air_modes.parse import parseBDS09_1

seen = [
    ("position, code 361, 51000 ft", decode_alt(0x361, False), 50700),
    ("reply, the same code with its M bit, 51000 ft", decode_alt(0x6A1, True), 51000),
    ("position, code 22B, 60000 ft", decode_alt(0x22B, False), 49800),
    ("position, code 080, -1200 ft", decode_alt(0x080, False), 6800),
]
fields = dict(sub=1, dew=1, vew=401, dns=0, vns=1, vrsrc=1, dvr=0, vr=0, dhd=0, hd=0)
speed, _, rate = parseBDS09_1(fields)
seen.append(("velocity, 400 kt west and 0 kt north", round(speed), 401))
seen.append(("velocity, no vertical rate", rate, -64))
print("gr-air-modes 0.0.20210211-3")
for what, value, expected in seen:
    print(f"{what}: {value}" + ("" if value == expected else f" (was {expected})"))
sys.exit(0 if all(value == expected for _, value, expected in seen) else 1)
PY
python3 run.py
