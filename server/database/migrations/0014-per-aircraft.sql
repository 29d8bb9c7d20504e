-- Messages meet aircraft by tail without dots, hyphens and letter case (docs/decisions/0017; server/store/meeting-sql.ts has the same expression).
create index aircraft_tail on aircraft (nullif(replace(lower(ltrim(registration, '.')), '-', ''), ''), aircraft_id);
