-- Messages that wait for their meaning: few, but after an update from a version without meanings all of them. The leader fills them, newest first (decision 43).
create index acars_waiting on acars (acars_date_time, id) where decoder_version is null;
