-- rolling
-- For "haat doctor", which tells of the latest.
create index mails_failed on mails (due_at) where status = 'failed';
create index letters_failed on letters (due_at) where status = 'failed';
