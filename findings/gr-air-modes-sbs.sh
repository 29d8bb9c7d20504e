#!/usr/bin/env bash
# gr-air-modes 0.0.20210211-3 (Debian 12) in its SBS output, port 30003:
# - A surface position keeps the fraction of its longitude and gets the whole degree of the receiver: 0.30 E seen from 0.2 W is 0.70 W. Its
#   division by 90 is that of Python 2. Next to the receiver, within the same degree, it is right.
# - Each squawk with an odd last digit is 3 too high: 7001 is 7004, and 7777 is 7780. The weight of the bit D1 is 4. That is half of all codes.
# - An altitude that is not available (code 0) is -1,300 ft, which no code means.
# - If one component of the velocity is not available, the other is the ground speed, with a track of 0 or 180. If both are not, it is 0 kt, track 0.
# - Positions with type code 15 are in no line.
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
# The package itself needs a radio. Its decoders and its SBS output do not.
package = types.ModuleType("air_modes")
package.__path__ = [folder]
sys.modules["air_modes"] = package
import air_modes.altitude, air_modes.cpr, air_modes.exceptions, air_modes.parse

for part in (air_modes.exceptions, air_modes.altitude, air_modes.parse, air_modes.cpr):
    vars(package).update({name: value for name, value in vars(part).items() if not name.startswith("_")})
from air_modes.sbs1 import output_sbs1


class Output(output_sbs1):
    def __init__(self, place):
        self._aircraft_id_map, self._aircraft_id_count = {}, 0
        self._cpr = air_modes.cpr.cpr_decoder(place)

    def __del__(self):
        pass


def line_of(frames, place=(51.5, -0.2), address=0):
    """Fields 11 to 22 of the line that the last frame makes."""
    output, line = Output(list(place)), None
    for frame in frames:
        try:
            message = types.SimpleNamespace(data=air_modes.parse.modes_reply(int(frame, 16)), ecc=address)
            line = output.parse(message)
        except air_modes.exceptions.ADSBError:
            line = None
    return line and line.strip().split(",")[10:]


seen = [
    ("surface, 51.47 N 0.30 E, receiver at 0.2 W", line_of(["8D484012394A0140DA3F2641A31B", "8D484012394A06F73E3D71573695"]), ",0,,,51.47000,-0.69999,,,,0,0,0"),
    ("surface, 51.47 N 0.30 W, receiver at 0.2 W", line_of(["8D484012394A0140DBC0DA48D377", "8D484012394A06F73FC28F5E5AE2"]), ",0,,,51.47000,-0.30001,,,,0,0,0"),
    ("squawk 7001", line_of(["28000A9003A9C4"], address=0x484012), ",,,,,,,7004,0,0,0,0"),
    ("squawk 7000", line_of(["28000A8003491C"], address=0x484012), ",,,,,,,7000,0,0,0,0"),
    ("squawk 7777", line_of(["28001FBF2B2BBC"], address=0x484012), ",,,,,,,7780,0,0,0,0"),
    ("position at 52.3 N 4.7 E, altitude not available", line_of(["8D484012580002DDDEF0A48928FD", "8D484012580006491AE9F5A1390F"]), ",-1300,,,52.30000,4.70003,,,,0,0,0"),
    ("west 400 kt, north not available", line_of(["8D4840129905910010440045850B"]), ",,401.0,0.0,,,1024,,,,,"),
    ("west and north not available", line_of(["8D48401299000000104400D2E664"]), ",,0.0,0.0,,,1024,,,,,"),
    ("position with type code 14", line_of(["8D484012703782DDDEF0A4A237F3", "8D484012703786491AE9F58A2601"]), ",10000,,,52.30000,4.70003,,,,0,0,0"),
    ("position with type code 15", line_of(["8D484012783782DDDEF0A441C466", "8D484012783786491AE9F569D594"]), None),
]
print("gr-air-modes 0.0.20210211-3, fields 11 to 22 of SBS")
for what, line, expected in seen:
    text = line and ",".join(line)
    print(f"{what}: {text}" + ("" if text == expected else f" (was {expected})"))
sys.exit(0 if all((line and ",".join(line)) == expected for _, line, expected in seen) else 1)
PY
python3 run.py
