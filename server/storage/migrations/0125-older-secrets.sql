-- Where a secret is rotated again within 24 hours, those before previous_secret that still sign: a JSON list of sealed
-- secrets, each with when it ends.
alter table webhooks add column older_secrets text not null default '[]';
