/** Company texts of all labels but H1, 3x and 4x: each row reads its example, and says what the format defines. */
import { expect, test } from 'vitest';
import { Ledger } from '../gate/ledger.ts';
import { meaningOf } from '../read-message.ts';
import { receivedText } from '../reading.ts';
import type { Format } from './format.ts';
import { label1x } from './label-1x.ts';
import { label2x } from './label-2x.ts';
import { label5x } from './label-5x.ts';
import { label8x } from './label-8x.ts';
import { labelOther } from './label-other.ts';
import { labelQ } from './label-q.ts';
import { readCompany } from './read-company.ts';

const rows: readonly Format[] = [...label1x, ...label2x, ...label5x, ...label8x, ...labelQ, ...labelOther];
const meaning = (label: string, text: string) => meaningOf(receivedText({ label, text }));

/** Words of each example. */
const words: Readonly<Record<string, string>> = {
  'LDR01,189,C,XXX-2600-016,0,N 38.151,W 76.623,37003, 10.2,KATL,KLGA,KLGA,22/,/,/,0,0,,,,,,,0,0,0,00,,135.1,08.6,143.7,,,':
    'Position 38.15 N 76.62 W, 37,003 ft, to KLGA',
  '000000070LOWW,KEWR,0932,1744,N 49.223,E 12.038,0659': 'Position 49.22 N 12.04 E 09:32Z, ETA KEWR 17:44Z',
  '000000660N50442E005566,100444359SOG-06 ,,--- 21-,83617441': 'Position 50.74 N 5.94 E 10:04:44Z, FL359, next SOG-06',
  '00086213200/GS 497000/DEP CYUL/DES MDPC/ETA 1705/GW 700/ALT 37002\r\nCAS/SAT   15.0/FN XXX4426/TFQ 111/DAY 26SEP24/UTC 135139\r\nLON MMMM.MMM/LAT MMMM.MMM/WD ---/WS ---':
    'Position report 13:51:39Z, 37,002 ft, ETA MDPC 17:05Z, fuel 111',
  '/241710/1021/XX04WM/34962/N53.13/E001.33/2000/1127/': 'Position 53.13 N 1.33 E 10:21Z, 34,962 ft, ETA 11:27Z',
  'XX0123/28/1234/N38.512/W077.123/35000/A/B': 'Position 38.51 N 77.12 W 12:34Z, 35,000 ft',
  '3C01 POS N39328W077307  ,,143700,               ,      ,               ,P47,124,0069':
    'Position 39.55 N 77.51 W 14:37:00Z',
  '/13 OUT EVENT    / KCMH KSFO 12 044401/TIME 0444': 'Left the gate at KCMH 04:44:01Z, to KSFO',
  '/14 OFF EVENT    / KCMH KSFO 12 044401/TIME 0444': 'Took off from KCMH 04:44:01Z, to KSFO',
  '/15 ON EVENT    / KCMH KSFO 12 044401/TIME 0444': 'Landed at KSFO 04:44:01Z, from KCMH',
  '/16 IN EVENT    / KCMH KSFO 12 044401/TIME 0444': 'At the gate at KSFO 04:44:01Z, from KCMH',
  'OUT01XX0123    /01012316EDDFLTAI\n2315 735': 'Left the gate at EDDF 23:15Z, to LTAI',
  'OFF01XX0123    /01012316EDDFLTAI\n2315 735': 'Took off from EDDF 23:15Z, to LTAI',
  'ONN01XX0123    /01012316EDDFLTAI\n2315 735': 'Landed at LTAI 23:15Z, from EDDF',
  'INN01XX0123    /01012316EDDFLTAI\n2315 735': 'At the gate at LTAI 23:15Z, from EDDF',
  '/17 POST RPT       / EDDF KSEA 12 053340/TIME 0530\r\n/FOB 0074': 'Post report, EDDF to KSEA, 05:30Z, fuel 74',
  '/18 POST TIMES SECS/ EDDF KSEA 12 053340/IN TIME 0530/PDOOR 053340': 'At the gate at KSEA 05:30Z, from EDDF',
  'FST01KJFKEGLLN501230W0234560350 156 495 M53C 4427422721045313002518521710':
    'Position 50.12 N 23.46 W 17:10Z, FL350, ETA EGLL 18:52Z, −53 °C',
  '(2N44218W 85463281 49225-19(Z': 'Position 44.36 N 85.77 W, FL225, −19 °C',
  '(2N38251W 77421OFF0812240755E1919------- (Z': 'Took off 07:55Z, position 38.42 N 77.70 W',
  '000512,34998,0205, 173,N 36.936,W108.621': 'Position 36.94 N 108.62 W 00:05:12Z, 34,998 ft, ETA 02:05Z',
  'N 44.203,W 86.546,31965,6, 290': 'Position 44.20 N 86.55 W, 31,965 ft',
  'KERAX  ,N 49.880,E  12.421,33998,0478,1249,029\\TS121230,040822':
    'Position 49.88 N 12.42 E 12:12:30Z, 33,998 ft, next KERAX, ETA 12:49Z',
  'POSA1N37358W 77279,GEARS  ,221626,370,BBOBO  ,222053,,-61,139,1174,829':
    'Position near GEARS 22:16:26Z, FL370, next BBOBO 22:20:53Z, −61 °C',
  '/N043.62/W025.94/38004/0105/1216/47109/1958/': 'Position 43.62 N 25.94 W 12:16Z, 38,004 ft',
  '010944/AUTPOS/LLD N350131 W1061608\r\n/ALT 34996/SAT -057\r\n/WND 239065/TAT -027/TAS 476/CRZ 836\r\n/FOB 042920\r\n/DAT 260202/TIM 000505':
    'Position 35.03 N 106.27 W 00:05:05Z, 34,996 ft, fuel 42,920, wind 239° 65 kt, −57 °C',
  'POS02    XX40S/01011215KJFKLIRF\nN46011W018181,37000,121558,+093,-049,14,504,1520,+260,281,0.860,-55,21.0':
    'Position 46.02 N 18.30 W 12:15:58Z, 37,000 ft, to LIRF',
  '01ERDCXXX487    /041214KLAXEDDF\r\n35002 274.8 -19.6': 'From en route to descent 12:14Z, 35,002 ft, KLAX to EDDF',
  '(2AAABN39211W 77144KTEBMMTO-/A(Z': 'Position 39.35 N 77.24 W',
  'POS082150, N 3885,W 7841,---,308,26922,  51,22290, 529,  19,-225,6': 'Position 38.85 N 78.41 W 21:50Z, 22,290 ft',
  '/N50.154/E007.477/10/0.72/126/410/LGKL/1447/0085/00016/DINKU/XERUM/1222/BAVAX/1224/':
    'Position 50.15 N 7.48 E, FL410, next XERUM 12:22Z, ETA LGKL 14:47Z',
  '1,N,R,2022-06-18 21:50:16,  17275575,18JUN,4959,KIAH,KPHX,14048,1,CABIN LIGHT INOP,SEAT 4A,,':
    'Message to operations: CABIN LIGHT INOP,SEAT 4A,,',
  '080491/OPSCTL/DA KIAD/DS KMEM/FOB 050400\r\n/FTX INIT DONE BY HAND': 'Message to operations: INIT DONE BY HAND',
  '036327/INRANG/DS LFPG/ETA 2251/FOB 014560\r\n/APU AVAIL/UPL NO': 'In-range report, to LFPG, ETA 22:51Z, fuel 14,560',
  'OS KBOS /QSL1216': 'In-range report, to KBOS, 12:16Z',
  'POS\nCAS 272,LAT N061.84,LON E052.79,ALT 37999,FOB 72360,UTC 121308,PD -106.97,WD -111,WS 16,TAT -46':
    'Position 61.84 N 52.79 E 12:13:08Z, 37,999 ft, fuel 72,360',
  'N 42.150,W121.187,39000,161859, 109,.N900XX,1742': 'Position 42.15 N 121.19 W 16:18:59Z, 39,000 ft, ETA 17:42Z',
  'POSN 295736W 953809,-------,1954, 314,,  23,17788  11,FOB   90,ETA 2000,MMUN,KIAH,':
    'Position 29.96 N 95.64 W 19:54Z, 3,140 ft, ETA KIAH 20:00Z, fuel 90, 23 °C',
  'LGKO,EBBR,04AUG22,1218,124800\r\nN 50.308,E  8.443,32892\r\nEBBR25R,SN3244':
    'Position 50.31 N 8.44 E 12:18Z, 32,892 ft, ETA EBBR 12:48:00Z',
  'WXR FS USSS,UWKD,ULLI': 'Weather request, USSS, UWKD, ULLI',
  'ARR GATE REQ /AIR ID XX,/DEST KPDX,/ETA 2312': 'Gate request, to KPDX, ETA 23:12Z',
  '3,,,Y,N,Y,KPHX,010112,7716,GOOD EVENING,GATE PLEASE,,,': 'Message to KPHX, ETA 01:01:12Z: GOOD EVENING GATE PLEASE',
  '0,KFLLKAUS2108': 'ETA KAUS 21:08Z',
  'N,E,2022-06-18 22:37:37,12930,METAR,KMAF,': 'METAR request, KMAF',
  'POX,XX0655,01MAY26,121453,ZGGG,UUEE,N55.632,E072.617,380,336,0.849,-109,-146.0,058,-057,1517,':
    'Position 55.63 N 72.62 E 12:14:53Z, FL380, ETA UUEE 15:17Z, −57 °C',
  'N 50.241,E  6.053,25748, 70.6,411': 'Position 50.24 N 6.05 E, 25,748 ft',
  'FI XX0521/DA EDDF/DS BIKF/OT 1241/FB 0317/UTC 120220804124116': 'Left the gate at EDDF 12:41Z, to BIKF, fuel 317',
  'FTX/ID50007B,XXX4086,ABB02R70E037/MR6,/FXCALL OPS ON ARRIVAL/FB1791/VR0328D70': 'CALL OPS ON ARRIVAL',
  'XXX2286,KPHL,1049,    ,LATE PAPERWORK': 'LATE PAPERWORK',
  '/XX0843/ETA01/230822/LDSP/EGLL/EGSS/2JK0\n1940/EGLL27L/10': 'ETA report, LDSP to EGLL, ETA 19:40Z, runway 27L',
  'ETA02     XX25/04041219OMAAEGLL\r\n1319,EGLL 27R,58,  8900,':
    'ETA report, OMAA to EGLL, 12:19Z, ETA 13:19Z, runway 27R',
  'EZF\nXX5678/12/G-XXXX\n-SCT/LHR-CDG\n-PAX/90': 'Load sheet XX5678, LHR to CDG, 90 passengers',
  '(FPL-XXX123-IS-B789/H-SDE2/LB1-KSFO0100-N0487F370 DCT PORTE DCT-KLAX0055 KONT-DOF/260311)':
    'Flight plan XXX123, KSFO to KLAX',
  '233256,N 42.305,E 34.309,30998,306,515,0837,84.10T,-48.8,-127.97,054.78':
    'Position 42.30 N 34.31 E 23:32:56Z, 30,998 ft, ETA 08:37Z, 84.1 t',
  'POS\n05012612150468.235000 48.06-121.17  18.1071.1 546': 'Position 48.06 N 121.17 W 12:15Z, 35,000 ft',
  '+ 39.126/- 77.358/UTC 085208/FOB   8.2/ALT  3997/CAS  239/ETA 0903':
    'Position 39.13 N 77.36 W 08:52:08Z, 3,997 ft, ETA 09:03Z, fuel 8.2',
  '1215,131825': 'Frequency 131.825 MHz, 12:15Z',
  'N 391839W 750527,-------,044030,34031, ,      , ,M 55,31492  46, 181,':
    'Position 39.31 N 75.09 W 04:40:30Z, 34,031 ft, fuel 181, −55 °C',
  'N 390104W 754601,-------,143700,36000,': 'Position 39.02 N 75.77 W 14:37:00Z, 36,000 ft',
  'OFF01YX3661/25251712KIADKPWM171207  92': 'Took off from KIAD 17:12:07Z, to KPWM',
  'OFF02XA0001/N38568 W077261251152KIADKPRZ1152****1958':
    'Took off from KIAD 11:52Z, to KPRZ, ETA 19:58Z, position 38.95 N 77.44 W',
  'OFF02\r\nKBWI,KIND,1237,18.4': 'Took off from KBWI 12:37Z, to KIND',
  'POSN38415W077203,XXAAA,143722,430,GVE,144630,XXBBB,M56,283048,039':
    'Position 38.69 N 77.34 W 14:37:22Z, FL430, passed XXAAA, next GVE 14:46:30Z, fuel 39, wind 283° 48 kt, −56 °C',
  'POSN38415W077203,,143722,430,GVE,144630,,N64,28348,39,354':
    'Position 38.69 N 77.34 W 14:37:22Z, FL430, next GVE 14:46:30Z',
  'POSN38160W077075,,----,360': 'Position 38.27 N 77.13 W',
  'RST18A01230157XXX878  VABBEHAM': 'RST report of XXX878, VABB to EHAM, 23:01:57Z',
  'INI01XXX3445   /01012257': 'INI report of XXX3445, 22:57Z',
  'AMDAR10121XXXXX\nU0630N00319E215800023P245217009\nU0629N00321E215827026P243199006':
    'AMDAR observation 21:58:00Z, 2,300 ft at 6.50 N 3.32 E, 24.5 °C, wind 217° 9 kt',
  'POSN 34.428W 77.692, 230,065030,31995,32372,  45,-52,094730,TJSJ':
    'Position 34.43 N 77.69 W 06:50:30Z, 31,995 ft, ETA TJSJ 09:47:30Z, fuel 230, −52 °C',
  '010024 KJFK KLAX7\r\n/FN 0738': 'Flight 0738, KJFK to KLAX',
  'XXX817,VHHH,OTHH,1854,1855\\TS185525,010526': 'Flight report, VHHH to OTHH, 18:55:25Z',
  '2202,DFFD,EBBR,01MAY26,333,429\n94680,73393,M,XX256': 'Flight report, DFFD to EBBR, 22:02Z',
  '2208,DFFD,EBBR,041818,92480,01MAY26,XX256': 'Flight report, DFFD to EBBR, 22:08Z',
  '2340+2783-2514/42237': 'Position 27.83 N 25.14 W 23:40Z',
  'SIG XXX935 ,FMMI,0501\nOFP 12/0/1 ,LFPO,    ,084800,000512,077500\nSEC P,LFPG,    \nNOC N\nACC Y':
    'Operational flight plan 12/0/1 of XXX935, FMMI',
  '010526221913': 'Time stamp 22:19:13Z',
  'DFFD,01,01MAY26,2202,41611,LT,0800,\n1628,22280,21605,16480,73393,94680,N,XX256': 'Flight report, from DFFD, 22:02Z',
  'TKO01XX0054/02021324LFPGKIAD\n12371304': 'Took off from LFPG 13:04Z, to KIAD, left the gate 12:37Z',
  '2321LFPGXX0706/01\n2359DIAP21': 'ETA report, LFPG to DIAP, 23:21Z, ETA 23:59Z, runway 21',
  'XXX1303 INRP   0211/01/01 OEJN/LIMC HZ-XX28\n/ON  1303/IN  1309/FOB 009306':
    'At the gate at LIMC 13:09Z, from OEJN, fuel 9,306',
  'FM3 064536,0721,N 51.228,E 14.567,28279,  379,33': 'Position 51.23 N 14.57 E 06:45:36Z, 28,279 ft, ETA 07:21Z',
  'FM4KIAD,OMAA,140256,1448, 39.43,- 75.62,23228,328,  43.5, 72500':
    'Position 39.43 N 75.62 W 02:56Z, 23,228 ft, ETA OMAA 14:48Z',
  'FM5 EIDW,OMAA,113522,1540,+45.147, +23.384,35002,116.24,502 ,36900,XXX23N ,':
    'Position 45.15 N 23.38 E 11:35:22Z, 35,002 ft, ETA OMAA 15:40Z',
  'POS/ID50007B,XXX4086,ABB02R70E037/DC10022025,051804/MR103,/ET090738/PSN56012W013273,051804,350,,,,,084081,/CG,,/FB0857/VR0322B89':
    'Position 56.02 N 13.46 W 05:18:04Z, FL350, ETA 07:38Z, fuel 857',
  '/ET EXP TIME       / KDEN KPHX 01 001341/EON 0109 AUTO': 'ETA KPHX 01:09Z',
  '/C3 GATE REQ       / KBNA KEWR 22 115400 0554 ---- ---- ---- ----': 'Gate request, KBNA to KEWR, 11:54:00Z',
  '/C3 IADDFW': 'Message C3, IAD to DFW',
  '05KIAD REQUEST GATE ASSIGNMENT ETA0411': 'Gate request KIAD, ETA 04:11Z',
  '/C4 DISP MSG       / KIAD KLAX 01 002009\r\nCALL OPS ON 129.5': 'Message to dispatch: CALL OPS ON 129.5',
  '/C6 ORDCHS CHS HELLO\r\nWHEELCHAIR PLEASE': 'Message to customer service: HELLO WHEELCHAIR PLEASE',
  '/71 SFOSEA 0\\WIFI INOP': 'Maintenance message: WIFI INOP',
  '/TXT\r\nCALL OPS ON 129.5': 'CALL OPS ON 129.5',
  '/W1 METAR          / KIAH EDDM 05 074432 EDDM EDDN ---- ---- ----': 'METAR request, EDDM, EDDN',
  '/R3 HOWGOZIT REQ   / KIAH KAUS 17 051100 KAUS R18L': 'Flight progress request, KIAH to KAUS, 05:11:00Z, runway 18L',
  '/B6 LDG DATA REQ   / KIAH KAUS 17 051100 KAUS R18L': 'Landing data request, KIAH to KAUS, 05:11:00Z, runway 18L',
  '/B3 TO DATA REQ   / KIAH KAUS 17 051100 KAUS R18L': 'Take-off data request, KIAH to KAUS, 05:11:00Z, runway 18L',
  '/B1 LOAD REQ   / KIAH KAUS 17 051100 KAUS R18L': 'Weight and balance request, KIAH to KAUS, 05:11:00Z, runway 18L',
  'OS KAUS /ALT00001521': 'ETA KAUS 15:21Z',
  'OS KSFO /IR KSFO0312': 'In-range report, to KSFO, 03:12Z',
  '/IR CLT0100011/UM /WC 01/IB /ETA 2228\nHOT WATER': 'In-range report, to CLT, ETA 22:28Z',
  'OS KAUS /FTM\r\nCREW NEEDS HOTELS': 'Message for KAUS: CREW NEEDS HOTELS',
  'OS KPHX /CLR': 'Company message for KPHX, CLR',
  '  H3 WXRQ   0946/09 KORD/ESSA .LN-XXX\n/TYP 1/STA CYYB/STA CYVO/STA CYBG':
    'Weather request, KORD to ESSA, CYYB, CYVO, CYBG',
  'FS VABB,VOHS,VAAH,': 'Weather request, VABB, VOHS, VAAH',
  '001WX01121346N3949.6W00852.9001000----\n024AQ,LPMR,,,,,,': 'Weather request, LPMR, at 39.83 N 8.88 W 12:13:46Z',
  'OS EIDW /WXACYQX': 'Weather request of a flight to EIDW: ACYQX',
  'EDDF,1432': 'ETA EDDF 14:32Z',
  '1101 OFFRP  0226/14 CYVR/KSFO .C-XXXX\n/OUT 1306/OFF 1327/FOB 0186/ETA 1518':
    'Took off from CYVR 13:27Z, to KSFO, ETA 15:18Z, fuel 186',
  '3701 INRANG 0344/14 KPDX/KSEA .N900XX\n/ETA 1355/ERT': 'In-range report, KPDX to KSEA, ETA 13:55Z',
  'INR/ID91511S,,/DC04032026,143534/MR19,/NR,,,,,,,,950,0/ET041505/FB983/VR32BF4C':
    'In-range report, 14:35:34Z, ETA 15:05Z, fuel 983',
  '3T06 FUELRP  0317 /14  EGLL/ WSSS  .9V-XXX  14082022 1306\n/XFQ 000.5/OTH Y\n/TXT INCREASE IN ZFW.':
    'Fuel report, EGLL to WSSS: INCREASE IN ZFW.',
  '4DH3 ETAT2  0907/22 ENGM/KEWR .LN-XXX\n/ETA 1641': 'ETA report, ENGM to KEWR, ETA 16:41Z',
  '3D01 RMPSRV 2501/02 LEMD/MMUN .EC-XXX/LAV Y/CAB Y/WCHRR 01/MAAS N\nETA 0055Z, WHEELCHAIR PLEASE':
    'Ramp service request, LEMD to MMUN: ETA 0055Z, WHEELCHAIR PLEASE',
  '3M01 OPNORM 0411/20 KEWR/MMMX .XA-XXX ': 'Report OPNORM, KEWR to MMMX',
  'POSZSPD/HAAB/LATN16491/LONE068519/ALT380/FOB32577\n/TME2341/WND -116 15/OAT-49/TAS497/ETA0333':
    'Position 16.82 N 68.86 E 23:41Z, FL380, ETA HAAB 03:33Z, fuel 32,577, −49 °C',
  '001PR19113523N2947.7W09536.51273750177': 'Position 29.80 N 95.61 W 11:35:23Z, 12,737 ft',
  'LGAV,KEWR,011215, 52.94,- 21.20,36001,284,- 83.5, 69400': 'Position 52.94 N 21.20 W 12:15Z, 36,001 ft, to KEWR',
  '3N01 POSRPT 0121/EGLL/SKBO .N900XX/03A23:42\n/WPY N44W0/NWYP N39W0 /HDG ******/MCH    .85\n/POS N44521 W028082/FL 36999/TAS 485/SAT - 58\n/SWND     8/DWND    44/FOB 46700/ETA 0716':
    'Position 44.87 N 28.14 W, 36,999 ft, next N39W0, ETA SKBO 07:16Z, fuel 46,700, wind 044° 8 kt, −58 °C',
  '3N01 POSRPT 0210/30 KATL/FACT .N900XX\n/POS S22336W006589/ALT 410/MCH 849/FOB 0697\n/TME 1214/WND 270 044/OAT -057/TAS 0486/ETA 1521':
    'Position 22.56 S 6.98 W 12:14Z, FL410, ETA FACT 15:21Z, fuel 697, wind 270° 44 kt, −57 °C',
  '3N01 POSRPT 0581/27 KIAD/MSLP .N900XX/04H 11:02\r\n/NWYP CIGAR /HDG 233/MCH 782\r\n/POS N3539.2W07937.2/FL 360/TAS 445/SAT -060\r\n/SWND 110/DWND 306/FOB N009414/ETA 14:26.0 ':
    'Position 35.65 N 79.62 W, FL360, next CIGAR, ETA MSLP 14:26Z, fuel 9,414, wind 306° 110 kt, −60 °C',
  '/FB 0105/AD KCHS/N3950.1,W07548.3,3P01 POSRPT  0267/20 KBOS/KCHS .N900XX\n/UTC 143605/POS N3950.1 W07548.3/ALT 38007\n/SPD 334/FOB 0105/ETA 1622':
    'Position 39.84 N 75.81 W 14:36:05Z, 38,007 ft, ETA KCHS 16:22Z, fuel 105',
  '00HAABWSSS2224020558': 'ETA WSSS 05:58Z',
  'V08CA/POSWX/N463035E0611545/380/0.85/0378\n2155/-132  47/-58/271/0345/':
    'Position 46.51 N 61.26 E 21:55Z, FL380, −58 °C',
  'ARI\nETAB 0550YPPH\nWHLCHR 04 /  MED': 'Arrival information, to YPPH, ETA 05:50Z: WHLCHR 04 / MED',
  '/XXXCHI9.CALL OPS 2342Z\nFL320': 'CALL OPS 2342Z FL320',
  'DISPOK...THANKS': 'Message to dispatch: OK...THANKS',
  'HELLO. TYRE ON GEAR 2\r\nNEEDS A LOOK.': 'HELLO. TYRE ON GEAR 2 NEEDS A LOOK.',
  TEST: 'Link test',
  '131725': 'Tune the data radio to 131.725 MHz',
  '02E20EGKKLBSFN45090E01757116493501M577327021G    QN44401E01903016563499M575352028G    Q':
    'Wind observations EGKK to LBSF, first 16:49Z FL350 at 45.15 N 17.95 E, −57.7 °C, wind 327° 21 kt',
  '.MA FMT .0&XXXX/XXXX5TSS@Z4I0VX|': 'Undelivered uplink: MIAM, packed message',
  'RA FMT 43 XXX B02': 'Undelivered uplink: RA FMT 43 XXX B02',
  'XXX932,OTHH,RPLL,010526,2331,LOADSHEET FINAL,EDNO 01,ACCEPT,564564,':
    'Load sheet final, edition 01, accept, OTHH to RPLL, 23:31Z',
  'QUXXXDPCC.1LOADSHEET FINAL 0140 EDNO1\nXX0017/27 LAS HNL\nZFW 146600 TOW 169998 KG\nPAX 249\n':
    'Load sheet final XX0017, LAS to HNL, zero fuel 146,600 kg, take-off 169,998 kg, 249 passengers',
  'QUXXXDPCC.1LOADSHEET FINAL 0140 EDNO1\nXX017/27 LAS HNL\nZFW 323361 MAX 374785':
    'LOADSHEET FINAL 0140 EDNO1 XX017/27 LAS HNL ZFW 323361 MAX 374785',
  'QUXXXITOO.7KSMF ARR ATIS F\n0353Z 30010KT 10SM CLR 08/06 A3053':
    'Weather: KSMF ARR ATIS F 0353Z 30010KT 10SM CLR 08/06 A3053',
  'QUXXXPOPS~1XX0391  DEP OTP\r\nSTD 1405Z STA 1640Z GATE B12\r\n':
    'Timetable of XX0391: departure 14:05Z, arrival 16:40Z, gate B12',
  'QUXXXOPSY/~1 6308': 'Response to XXXOPSY: 6308',
  'QUXXXOPSX~1FROM OPS\r\nETA 1939\r\nGATE B22': 'FROM OPS ETA 1939 GATE B22',
  'TAXIWAY F CLOSED.\r\nCONTACT GROUND ON\r\n121.9': 'TAXIWAY F CLOSED. CONTACT GROUND ON 121.9',
};
const wordsOfQ: readonly (readonly [label: string, example: string, words: string])[] = [
  ['QP', 'KSDLKLAS0025OS KLAS /FUL  75', 'Left the gate at KSDL 00:25Z, to KLAS, fuel 75'],
  [
    'QQ',
    'KSDLKLAS0025\n001FE08002512N3336.5W11154.8---120',
    'Took off from KSDL 00:25:12Z, to KLAS, position 33.61 N 111.91 W',
  ],
  ['QR', 'KSDLKLAS2400', 'Landed at KLAS 24:00Z, from KSDL'],
  ['QS', 'KLAS', 'IN Report'],
  ['QF', 'EWR2210ATL', 'Took off from EWR 22:10Z, to ATL'],
  ['QA', 'KEWR2210', 'Left the gate 22:10Z, airport KEWR'],
  ['QC', 'KEWR2210', 'Landed 22:10Z, airport KEWR'],
  ['QD', 'EWR2510', 'IN Report'],
  ['QG', 'KEWR22102241', 'Left the gate at KEWR 22:10Z, returned to it 22:41Z'],
  ['QN', 'KEWRKBOS2241', 'Diversion to KBOS, ETA 22:41Z'],
  ['Q1', 'KEWR22102225012301310148KATL', 'KEWR to KATL: out 22:10Z, off 22:25Z, on 01:23Z, in 01:31Z'],
  ['Q2', '   2002  99/DS KJFK', 'ETA KJFK 20:02Z'],
  ['SQ', '02XALAXKLAX13356N11824WV136650/ARINC', 'Ground station KLAX1 of ARINC at 33.93 N 118.40 W, VDL 136.650 MHz'],
  ['SQ', '00XS', 'Ground station of SITA'],
];

test('each row reads its example, and no row before it does', () => {
  const read = rows.map(({ example, labels }) =>
    labels.map((label) => rows.find((row) => row.labels.includes(label) && row.pattern.test(example))?.example),
  );
  expect(read).toEqual(rows.map(({ example, labels }) => labels.map(() => example)));
});

test('each example has the words that its format defines', () => {
  const said = rows
    .filter(({ labels }) => !/^(Q[1-9A-Z]|SQ)$/.test(labels[0] ?? ''))
    .map(({ labels: [label = ''], example }) => [example, meaning(label, example).words]);
  expect(Object.fromEntries(said)).toEqual(words);
  expect(wordsOfQ.map(([label, text]) => [label, text, meaning(label, text).words])).toEqual(wordsOfQ);
});

const movements = [
  ['QQ', 'CYOWKMEM0058/OFFRPT/090155', { from: 'CYOW', to: 'KMEM', times: { off: '00:58' } }],
  ['QB', 'LROPEGLL0712 0078', { from: 'LROP', to: 'EGLL', times: { off: '07:12' }, fuel: { value: 78, unit: null } }],
  ['18', '/18 POST TIMES SECS/ KLAX KSEA 12 053340/IN TIME 0530/PDOOR 053340', { to: 'KSEA', times: { in: '05:30' } }],
  ['22', 'OFF02\r\nKBWI,KIND,1237,18.4', { from: 'KBWI', to: 'KIND', times: { off: '12:37' } }],
  ['5Z', '/C3 GATE REQ       / KBNA KEWR 22 115400 0554 ---- ---- ---- ----', { from: 'KBNA', to: 'KEWR' }],
  ['80', '3M01 OPNORM 0411/20 KEWR/MMMX .XA-XXX ', { from: 'KEWR', to: 'MMMX' }],
  ['39', '010039 KATL KLAS8\r\n/FN 0659\r\n0118', { from: 'KATL', to: 'KLAS' }],
  [
    'RA',
    'QUXXXPOPS~1XX0391  DEP OTP\r\nSTD 1405Z STA 1640Z GATE B12\r\n',
    { flight: 'XX0391', times: { scheduledOut: '14:05', scheduledIn: '16:40' } },
  ],
] as const;
test.each(movements)('REF-11: label %s, %j has the facts of its flight', (label, text, facts) => {
  expect(meaning(label, text).facts).toMatchObject(facts);
});

test.each([
  // Local times, or of an unknown flight.
  ['RA', 'QUXXXPOPS~1XX0391  DEP OTP\r\nSTD 1405 STA 1640'],
  ['RA', 'STD 1405Z STA 1640Z'],
  ['QP', 'KSFOKLAX2534'],
  ['5Z', 'OS KABQ /IR KABQ2519'],
])('label %s, %j has no time', (label, text) => {
  expect(meaning(label, text).facts.times ?? {}).toEqual({});
});

test('a waypoint that is passed is not where the aircraft is', () => {
  expect(meaning('20', 'POSN41300W091450,DANOS,131921,360,KORIV,133000,NITED,M56,238039,063')).toMatchObject({
    words:
      'Position 41.50 N 91.75 W 13:19:21Z, FL360, passed DANOS, next KORIV 13:30:00Z, fuel 63, wind 238° 39 kt, −56 °C',
    facts: { time: '13:19:21', next: [{ name: 'KORIV', time: '13:30:00' }] },
  });
});

test.each([
  ['5U', '01 WXRQ   6031/29 EGLL/EDDB .G-XXXX\r\n/TYP 1/STA EDDB/STA EGLL', 'Weather request, EGLL to EDDB'],
  ['RA', 'QUXXXDPCC.1LOADSHEET PRELIM\r\nCALL OPS', 'LOADSHEET PRELIM CALL OPS'],
  [
    '44',
    'POS02,N48214E011471,GRD,EDDM,EPWA,1129,1751,1905,005.5',
    'Position 48.36 N 11.79 E 17:51Z, on the ground, ETA EPWA 19:05Z, fuel 5.5',
  ],
  ['QA', 'EGLLLRCL1844 0087', 'Left the gate at EGLL 18:44Z, to LRCL, fuel 87'],
  ['QD', 'LTFMEDDF1826 0026', 'At the gate at EDDF 18:26Z, from LTFM, fuel 26'],
  [
    '21',
    'POSN 57.259E 15.068,  39,184232,37000,37380,  71,-56,191328,ESSA',
    'Position 57.26 N 15.07 E 18:42:32Z, 37,000 ft, ETA ESSA 19:13:28Z, fuel 39, −56 °C',
  ],
  // A number in the place of the waypoint.
  [
    '4A',
    'N42165W087534(1080 ),214529114BRTMN ,214803,P04,308018979,46205471',
    'Position 42.27 N 87.89 W 21:45:29Z, FL114, next BRTMN 21:48:03Z, wind 308° 18 kt, 4 °C',
  ],
  // The separator before a time was lost: the time is no waypoint.
  [
    'H1',
    'POSN53280E004587,LENAT,184127$370,PARUX,185000,TOSOF,M54,331084,046',
    'Position 53.47 N 4.98 E, passed LENAT',
  ],
  ['H1', 'POSN49277E000086,MUSIG-181136,360,ROVEM,182000,VEXAP,M56,316075,049', 'Position 49.46 N 0.14 E'],
])('label %s, %j says what it says, and nothing twice', (label, text, said) => {
  expect(meaning(label, text).words).toBe(said);
});

test('missing positions, times and values are not shown', () => {
  expect(meaning('2P', 'FM4KIAD,OMAA,,,,,35000,123,456,789').facts).toEqual({
    from: 'KIAD',
    to: 'OMAA',
    altitude: { words: '35,000 ft', ft: 35_000 },
  });
  expect(meaning('16', 'POSA1N38843W 78790,RONZZ  ,,390,,,,*****,*****, 744,   0').words).toBe(
    'Position near RONZZ, FL390',
  );
  expect(meaning('83', '001PR11013423N0556.6E11603.0000000----').facts).not.toHaveProperty('altitude');
});

test('words of people are one line of up to 120 characters', () => {
  const { words: line } = meaning('C1', `TAXIWAY F\r\n\u0007CLOSED AT NIGHT ${'AND DAY '.repeat(2000)}`);
  expect(line).toMatch(/^TAXIWAY F CLOSED AT NIGHT AND DAY.*…$/);
  expect(line.length).toBeLessThanOrEqual(120);
});

// Patterns that backtrack would take seconds for one of these, and end in the timeout of the test.
test('a text of 20,000 characters is read, and its words stay short', () => {
  for (const { labels, example } of rows)
    for (const filler of [' ', 'A', '/']) {
      const text = `${example.slice(0, -1)}${filler.repeat(19_500)}${example.slice(-1)}`;
      expect(readCompany(labels[0] ?? '', new Ledger(text))?.words.length ?? 0).toBeLessThan(300);
    }
});
