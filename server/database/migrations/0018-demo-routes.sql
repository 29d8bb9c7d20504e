-- The demo knows where its flights go; with the demo they are removed.
alter table routes add column is_demo boolean not null default false;
create index routes_demo on routes (call_sign) where is_demo;
