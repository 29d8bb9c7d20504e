#!/usr/bin/env bash
# dump1090-mutability 1.15~20180310 (Debian 12) adds up to a degree to each track west of north: 270 is 271, in its text, SBS and aircraft.json.
# It cuts the fraction of a negative angle before it adds 360. East of north the track is right.
# A ground speed on the surface is the end of its class, not the beginning or the middle, and "175 kt or more" is 199 kt.
# The source of a vertical rate is named the wrong way round: bit 36 is 1 for barometric (ICAO Doc 9871, table A-2-9a), and it prints GNSS.
# Needs apt-get, and librtlsdr to run. Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder"
apt-get -o APT::Sandbox::User=root download -q dump1090-mutability=1.15~20180310.4a16df3+dfsg-8.1 >/dev/null
dpkg-deb -x dump1090-mutability_*.deb .
usr/bin/dump1090-mutability --net-only --net-bind-address 127.0.0.1 --net-ri-port 47811 --net-ro-port 47812 \
  --net-sbs-port 47813 --net-bi-port 47814 --net-bo-port 47815 >seen.txt 2>&1 &
server=$!
for _ in $(seq 50); do
  (exec 3<>/dev/tcp/127.0.0.1/47811) 2>/dev/null && break
  sleep 0.1
done
exec 3<>/dev/tcp/127.0.0.1/47811
# West 400 kt, with a rate that is barometric. West 400 and north 100 kt. East 400 kt. On the surface 15 to 16 kt, and 175 kt or more.
frames=(8D484012990591803844859714B2 8D4840269905910CA0440BF5C0B1 8D48401299019100200000B2737A 8C4840093A7E037779CED9C40AD1 8C48400F3FCE037779CED9F72BE3)
printf '*%s;\n' "${frames[@]}" >&3
sleep 2
kill "$server" && wait "$server" 2>/dev/null || true
server=
echo 'dump1090-mutability 1.15~20180310.4a16df3+dfsg-8.1'
grep -iE '^\*|Heading:|Speed:|Vertical rate:' seen.txt | tee values.txt
for value in 'Heading: *271$' 'Heading: *285$' 'Heading: *90$' 'Speed: *16 kt' 'Speed: *199 kt' 'Vertical rate: -1024 ft/min GNSS'; do
  grep -qE "$value" values.txt || { echo "The behaviour is not as described: no $value"; exit 1; }
done
