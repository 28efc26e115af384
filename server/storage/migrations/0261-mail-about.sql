-- rolling
-- What a mail tells of a change beyond the order as it is: where it was to go and where it goes now, as JSON.
alter table mails add column about text;
