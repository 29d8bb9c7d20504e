-- Ids of the rows of an archived day, to find one of them by its id: the archive has no index. null = not known, any id may be there.
alter table archive_day add column first_id bigint, add column last_id bigint;
