-- Whether an aircraft entered the area (decision 45): false = it was inside when the rule or the server began, so no one is told. null = its
-- begin was not seen.
alter table watch_live add entered boolean;
