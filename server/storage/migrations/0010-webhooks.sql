-- Secrets are sealed. While previous_secret_until lies ahead, the secret before the last rotation signs too.
alter table webhooks add column secret text not null default '';
alter table webhooks add column previous_secret text;
alter table webhooks add column previous_secret_until bigint;
alter table webhooks add column failing_since bigint;
alter table webhooks add column disabled_at bigint;
alter table webhooks add column disabled_reason text;

-- 0: first attempts. 1: retries, replays and URLs that fail, which must never stand in the way of the others.
alter table deliveries add column lane integer not null default 0;
alter table deliveries add column last_attempt_at bigint;
alter table deliveries add column last_result text;

drop index deliveries_due;
create index deliveries_due on deliveries (lane, due_at, webhook_id) where status = 'pending';
create index deliveries_by_event on deliveries (store_id, sequence, webhook_id);
create index events_by_age on events (store_id, created_at);

-- Each try to deliver, kept for 30 days. Test events have the sequence 0.
create table delivery_attempts (
  store_id text not null,
  webhook_id text not null,
  sequence bigint not null,
  id text not null,
  at bigint not null,
  duration_ms bigint not null,
  status integer,
  failure text,
  answer text,
  primary key (store_id, webhook_id, sequence, id),
  foreign key (store_id, webhook_id) references webhooks (store_id, id) on delete cascade
);
create index delivery_attempts_by_age on delivery_attempts (at);
