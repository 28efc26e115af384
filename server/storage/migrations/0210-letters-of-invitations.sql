-- rolling
-- A letter is of no use once the invitation in it was withdrawn, replaced or accepted.
alter table letters add column invitation_id text;
