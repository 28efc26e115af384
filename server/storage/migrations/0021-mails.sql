alter table stores add column contact_email text;

alter table mails add column last_error text;
alter table mails add column sent_at bigint;

-- Mails that belong to no order: sign-in, invitations, notices to a seller.
create table letters (
  id text primary key,
  recipient text not null,
  kind text not null,
  subject text not null,
  data text not null,
  status text not null,
  attempts bigint not null,
  due_at bigint not null,
  created_at bigint not null,
  last_error text,
  sent_at bigint
);
create index letters_due on letters (due_at) where status = 'pending';
