#!/usr/bin/env bash
# Geo::METAR 1.15 (Debian 12, libgeo-metar-perl 1.15-5) has no wind where it is strongest: 240P99KT and 240P49MPS, and also 24030GP99KT.
# It states the sea level pressure of SLP212, which is 1021.2 hPa, as 212 mb, and calls CAVOK a clear sky, which allows clouds above 5,000 ft.
# Thunderclouds whose height is not known (SCT///CB) are not among its clouds.
# All groups are valid (WMO FM 15, FMH-1). Nothing is reported: compare each value with the digits of its group, or read the groups that you need.
# Needs apt-get and perl. Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -o APT::Sandbox::User=root download -q libgeo-metar-perl=1.15-5 >/dev/null
dpkg-deb -x libgeo-metar-perl_*.deb .
cat >read.pl <<'PL'
use strict;
use warnings;
use Geo::METAR;
print "Geo::METAR $Geo::METAR::VERSION\n";
my $wind = sub { my $speed = $_[0]{WIND_KTS}; defined $speed ? sprintf('%.0f kt', $speed) : 'none' };
my $sky = sub { join(', ', @{ $_[0]{SKY} }) };
my $pressure = sub { $_[0]{SLP} };
my @cases = (
    ['KXYZ 170556Z 24098KT 9999 SKC 12/03 Q1013', $wind, '98 kt'],
    ['KXYZ 170556Z 240P99KT 9999 SKC 12/03 Q1013', $wind, 'none'],
    ['KXYZ 170556Z 240P49MPS 9999 SKC 12/03 Q1013', $wind, 'none'],
    ['KXYZ 170556Z 24030GP99KT 9999 SKC 12/03 Q1013', $wind, 'none'],
    ['KXYZ 170556Z 24010KT 10SM SKC 12/03 A3015 RMK AO2 SLP212', $pressure, '212 mb'],
    ['KXYZ 170556Z 24010KT CAVOK 12/03 Q1013', $sky, 'Sky Clear'],
    ['KXYZ 170556Z 24010KT 9999 FEW020 SCT020CB 12/03 Q1013', $sky, 'Few at 2000ft, Scattered Cumulonimbus at 2000ft'],
    ['KXYZ 170556Z 24010KT 9999 FEW020 SCT///CB 12/03 Q1013', $sky, 'Few at 2000ft'],
);
my $isAsDescribed = 1;
for my $case (@cases) {
    my ($raw, $read, $expected) = @$case;
    my $report = Geo::METAR->new;
    $report->metar($raw);
    my $found = $read->($report);
    print "$raw\n  $found\n";
    $isAsDescribed = 0 if $found ne $expected;
}
print "The behaviour is not as described.\n" unless $isAsDescribed;
exit($isAsDescribed ? 0 : 1);
PL
perl -I usr/share/perl5 read.pl
