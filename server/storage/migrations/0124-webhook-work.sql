-- Giving up what a URL waits for, and queueing a replay, are decided at once and done in pieces.

-- A URL that is off or removed while something of it is left to give up. A removed one is shown to nobody; its row goes
-- last.
alter table webhooks add column giving_up integer not null default 0;
alter table webhooks add column removed_at bigint;
create index webhooks_giving_up on webhooks (giving_up, store_id, id) where giving_up = 1;

-- A replay that is being queued: the events made before `to_at`, from the one after the last that was looked at. `due_at`
-- is when the next of them is to be sent, and `step_ms` how long after it the one behind.
create table replays (
  store_id text not null,
  webhook_id text not null,
  reached_at bigint not null,
  reached_sequence bigint not null,
  to_at bigint not null,
  undelivered integer not null,
  due_at bigint not null,
  step_ms bigint not null,
  primary key (store_id, webhook_id),
  foreign key (store_id, webhook_id) references webhooks (store_id, id) on delete cascade
);
