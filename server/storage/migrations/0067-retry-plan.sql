-- How many of the planned pauses are behind a delivery, and when the plan wants its next attempt where the receiver asked
-- for an earlier one.
alter table deliveries add column step bigint not null default 0;
alter table deliveries add column planned_at bigint;
update deliveries set step = attempts where status = 'pending';

create index webhooks_failing on webhooks (failing_since) where failing_since is not null;
