-- rolling
-- The form that a checkout was sent from, once another sending has taken its place: money that was on its way for the
-- first is for the same purchase.
alter table checkouts add column former_attempt text;
