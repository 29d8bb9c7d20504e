-- When airports were changed last: devices that hold all of them ask for this alone, and fetch them anew when it is another instant.
create table airports_changed (
  changed_at timestamptz not null
);
insert into airports_changed values (clock_timestamp());

create function note_airports_changed() returns trigger language plpgsql as $$
begin
  update airports_changed set changed_at = clock_timestamp();
  return null;
end
$$;
create trigger airports_changed after insert or update or delete or truncate on airports
  for each statement execute function note_airports_changed();
