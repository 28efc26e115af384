-- rolling
-- So that an older program can tell whether it may work beside a migration that it does not know.
alter table migrations add column rolling integer not null default 0;
