-- rolling
-- A letter is of no use once its store is deleted, or once the link in it has run out.
alter table letters add column about_store text;
alter table letters add column expires_at bigint;
