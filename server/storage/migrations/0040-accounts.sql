-- People who use the dashboard. Secrets are sealed or hashed: nothing here opens a door by itself.
create table people (
  id text primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  created_at bigint not null,
  totp_secret text,
  totp_confirmed_at bigint,
  totp_last_step bigint not null default 0,
  code_failures bigint not null default 0,
  codes_blocked_until bigint not null default 0
);

create table recovery_codes (
  person_id text not null references people (id) on delete cascade,
  code_hash text not null,
  primary key (person_id, code_hash)
);

create table sessions (
  id text primary key,
  token_hash text not null unique,
  person_id text not null references people (id) on delete cascade,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  user_agent text not null
);
create index sessions_by_person on sessions (person_id);
create index sessions_by_end on sessions (expires_at);

-- Links in mails, each good for one use. `data` is sealed; the address is kept as a hash, to count what it was sent.
create table mail_links (
  token_hash text primary key,
  purpose text not null,
  address_hash text not null,
  person_id text references people (id) on delete cascade,
  data text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index mail_links_by_person on mail_links (person_id, purpose);
create index mail_links_by_address on mail_links (address_hash, created_at);
create index mail_links_by_end on mail_links (expires_at);

create table members (
  store_id text not null references stores (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  role text not null,
  since bigint not null,
  primary key (store_id, person_id)
);
create index members_by_person on members (person_id);

create table invitations (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  token_hash text not null unique,
  email text not null,
  role text not null,
  invited_by text not null,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (store_id, id),
  unique (store_id, email)
);

-- Who did what, written with the change itself. Names are kept as they were.
create table audit (
  store_id text not null references stores (id) on delete cascade,
  id text not null,
  at bigint not null,
  actor text not null,
  actor_email text not null,
  action text not null,
  subject text not null,
  detail text not null,
  primary key (store_id, id)
);
create index audit_by_age on audit (store_id, at, id);
