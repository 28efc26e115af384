-- A mail is only ever written together with the change of the order that it is about, so it is not held against it each
-- time; "haat verify" tells of one without its order. Its key is where it stands: one page less to write for each.
create table mails_alone (
  store_id text not null,
  order_id text not null,
  kind text not null,
  status text not null,
  attempts bigint not null,
  due_at bigint not null,
  created_at bigint not null,
  tracking_url text,
  last_error text,
  sent_at bigint,
  sent_before text not null default '',
  primary key (store_id, order_id, kind)
) without rowid;
insert into mails_alone (store_id, order_id, kind, status, attempts, due_at, created_at, tracking_url, last_error, sent_at, sent_before)
  select store_id, order_id, kind, status, attempts, due_at, created_at, tracking_url, last_error, sent_at, sent_before
  from mails order by store_id, order_id, kind;
drop table mails;
alter table mails_alone rename to mails;
create index mails_due on mails (due_at) where status = 'pending';
