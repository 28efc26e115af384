-- Until when somebody is removing the image's file, which is done outside of transactions; 0 where nobody ever began.
-- Whoever finds a time that is past must not rely on the file.
alter table images add column going_until bigint not null default 0;
