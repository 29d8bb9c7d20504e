/**
 * Kind of an aircraft, which decides its silhouette: from its ICAO type, else from its emitter category, else from its address. Pure.
 * Designators as in ICAO Doc 8643, common ones, compiled by hand.
 */
import { isMilitaryAddress } from './address-blocks.ts';

const aircraftKinds = [
  'jet',
  'heavy',
  'fourEngines',
  'business',
  'propeller',
  'light',
  'helicopter',
  'military',
  'glider',
] as const;
/** 'unknown' is drawn as a small jet. */
export type AircraftKind = (typeof aircraftKinds)[number] | 'unknown';

export const kindTexts: Readonly<Record<AircraftKind, string>> = {
  jet: 'Jet',
  heavy: 'Heavy jet',
  fourEngines: 'Jet with four engines',
  business: 'Business jet',
  propeller: 'Propeller aircraft',
  light: 'Light aircraft',
  helicopter: 'Helicopter',
  military: 'Military aircraft',
  glider: 'Glider',
  unknown: 'Kind not known',
};

/** `*` = any end of the designator. What is in several lines counts in the first. */
const designators: readonly (readonly [Exclude<AircraftKind, 'unknown'>, string])[] = [
  [
    'helicopter',
    `A109 A119 A129 A139 A149 A169 A189 ALO2 ALO3 AS32 AS3B AS50 AS55 AS65 B06 B06T B105 B212 B214 B222 B230 B407 B412 B427
     B429 B430 B505 BK17 BSTP CDUS DJIN EC20 EC25 EC30 EC35 EC45 EC55 EC75 EH10 EN28 EN48 EXPL FREL G2CA GAZL GYRO H12T H2
     H47 H500 H53 H53S H60 H64 H160 KA25 KA26 KA27 KA32 KA50 KA52 KMAX LAMA LYNX MD52 MD60 MI2 MI6 MI8 MI10 MI14 MI24 MI26
     MI28 MI34 MI38 NH90 PUMA R22 R44 R66 RVAL S330 S58P S58T S61 S61R S62 S64 S76 S92 SUCO TIGR UH1 UH12 UH1Y V500 W3`,
  ],
  [
    'military',
    `A10 A37 A4 A400 A50 A6 AJET AMX AV8B B1 B2 B52 C130 C141 C160 C17 C2 C27J C295 C30J C5 C5M CN35 E2 E3CF E3TF E390 E6 E737
     E767 E8 EUFI F104 F111 F117 F14 F15 F16 F18 F18H F18S F22 F35 F4 F5 HAR HAWK HUNT JAGR JF17 K35A K35E K35R KC2 KC39 KFIR L159
     L39 M339 M346 MG21 MG23 MG25 MG29 MG31 MIR2 MIR4 MRF1 P1 P3 P8 PC21 PC7 PC9 Q1 Q4 Q9 R135 RFAL SB32 SB35 SB37 SB39 SPIT
     SR71 SU15 SU24 SU25 SU27 SU30 SU57 T38 TEX2 TOR TUCA TU16 TU22 TU95 U2 V22 WB57 Y20`,
  ],
  [
    'fourEngines',
    `A124 A225 A342 A343 A345 A346 A388 B461 B462 B463 B70* B741 B742 B743 B744 B748 B74D B74R B74S BLCF CONC DC8* IL62 IL76
     IL86 IL96 RJ1H RJ70 RJ85 VC10`,
  ],
  [
    'heavy',
    `A306 A30B A310 A332 A333 A337 A338 A339 A359 A35K A3ST B762 B763 B764 B772 B773 B778 B779 B77L B77W B788 B789 B78X C929
     DC10 L101 MD11`,
  ],
  [
    'business',
    `ASTR BE40 C25A C25B C25C C25M C500 C501 C510 C525 C526 C550 C551 C55B C560 C56X C650 C680 C68A C700 C750 CL30 CL35 CL60
     E35L E50P E545 E550 E55P EA50 F2TH F900 FA10 FA20 FA50 FA5X FA6X FA7X FA8X G150 G200 G250 G280 GA4C GA5C GA6C GA7C GA8C GALX
     GL5T GL6T GL7T GLEX GLF2 GLF3 GLF4 GLF5 GLF6 H25A H25B H25C HA4T HDJT JCOM L29A L29B LJ23 LJ24 LJ25 LJ28 LJ31 LJ35 LJ40 LJ45
     LJ55 LJ60 LJ70 LJ75 LJ85 MU30 PC24 PRM1 S601 SBR1 SBR2 SF50 SJ30 WW24`,
  ],
  [
    'propeller',
    `AC90 AC95 AN12 AN22 AN24 AN26 AN28 AN30 AN32 AN38 AN8 AT3 AT42 AT43 AT44 AT45 AT46 AT72 AT73 AT75 AT76 ATP B190 B350 BE10
     BE20 BE30 BE99 BE9L BE9T BELF C212 C408 C425 C441 CVLT D228 D328 DC3 DC3T DC4 DC6 DC7 DH8A DH8B DH8C DH8D DHC4 DHC5 DHC6 DHC7
     E110 E120 E121 F27 F406 F50 F60 G159 I114 IL14 IL18 JS1 JS20 JS31 JS32 JS41 L188 L410 L610 MA60 MU2 N262 P180 P68T PAY1 PAY2
     PAY3 PAY4 SB20 SC7 SF34 SH33 SH36 STAR SW2 SW3 SW4 Y12 YS11`,
  ],
  [
    'glider',
    `A20J ARCP ARCS AS14 AS16 AS20 AS21 AS22 AS24 AS25 AS26 AS28 AS29 AS30 AS31 AS33 DG1T DG40 DG50 DG80 DISC DUOD G103 GLID JANU JS3
     LAK1 LK17 LK19 LS10 LS3 LS4 LS6 LS8 LS9 NIMB PK20 PIK2 S10 S10S S12 S12S TS1J VENT`,
  ],
  [
    'light',
    `AA1 AA5 AEST AN2 AT5T AT6T AT8T AQUI AAT3 BDOG BE17 BE19 BE23 BE24 BE33 BE35 BE36 BE50 BE55 BE58 BE60 BE65 BE76 BE77 BL8 BN2P BN2T
     BR23 C120 C140 C150 C152 C162 C170 C172 C175 C177 C180 C182 C185 C188 C190 C195 C205 C206 C207 C208 C210 C240 C303 C310 C320
     C335 C336 C337 C340 C402 C404 C411 C414 C421 C72R C77R C82R CH7A CH7B CP10 CRUZ CTLS D11 DA20 DA40 DA42 DA50 DA62 DH82 DHC1
     DHC2 DHC3 DR10 DR22 DR40 DV20 EV97 EVSS FK9 G109 G115 G120 GY80 HUSK IR46 KODI LNC4 M20P M20T M600 P06T P149 P208 P28A P28B P28R
     P28T P28U P32R P32T P46T P68 P92 PA11 PA12 PA18 PA20 PA22 PA23 PA24 PA25 PA27 PA28 PA30 PA31 PA32 PA34 PA36 PA38 PA44 PA46
     PC12 PC6P PC6T PIVI PNR2 PNR3 RALL RV10 RV12 RV14 RV3 RV4 RV6 RV7 RV8 RV9 S22T S208 SAVG SIRA SR20 SR22 SREY T206 TAMP TB30 TBM7
     TBM8 TBM9 TOBA TRIN ULAC VL3 WT9 Z42 Z43 Z50`,
  ],
  [
    'jet',
    `A148 A158 A19N A20N A21N A318 A319 A320 A321 AJ27 AN72 AN74 B37M B38M B39M B3XM B712 B72* B731 B732 B733 B734 B735 B736 B737
     B738 B739 B752 B753 BA11 BCS1 BCS3 C919 CRJ1 CRJ2 CRJ7 CRJ9 CRJX DC91 DC92 DC93 DC94 DC95 E135 E145 E170 E190 E195 E275 E290
     E295 E45X E75L E75S F100 F28 F70 J328 MC23 MD81 MD82 MD83 MD87 MD88 MD90 SU95 T134 T154 T204 YK40 YK42`,
  ],
];

const kindOfDesignator = new Map<string, AircraftKind>();
const kindOfBeginning: [string, AircraftKind][] = [];
for (const [kind, codes] of designators)
  for (const code of codes.split(/\s+/)) {
    if (code.endsWith('*')) kindOfBeginning.push([code.slice(0, -1), kind]);
    else if (!kindOfDesignator.has(code)) kindOfDesignator.set(code, kind);
  }

/** Emitter categories of ADS-B (DO-260B). A small aircraft (A2) is a business jet more often than anything else. */
const kindOfCategory: Readonly<Record<string, AircraftKind>> = {
  A1: 'light',
  A2: 'business',
  A3: 'jet',
  A4: 'jet',
  A5: 'heavy',
  A6: 'military',
  A7: 'helicopter',
  B1: 'glider',
  B4: 'light',
};

type KindFacts = {
  /** 24-bit address. */
  readonly icao: string;
  readonly typeCode?: string | null;
  /** Emitter category, such as A3. */
  readonly category?: string | null;
};

/** 'unknown' if nothing is stated, or nothing known. */
export function aircraftKindOf({ icao, typeCode, category }: KindFacts): AircraftKind {
  const code = typeCode?.toUpperCase() ?? '';
  const ofType = kindOfDesignator.get(code) ?? kindOfBeginning.find(([beginning]) => code.startsWith(beginning))?.[1];
  if (ofType) return ofType;
  const ofCategory = kindOfCategory[category?.toUpperCase() ?? ''];
  if (ofCategory === 'helicopter' || ofCategory === 'glider') return ofCategory;
  return isMilitaryAddress(icao) ? 'military' : (ofCategory ?? 'unknown');
}
