-- Counts of the running minute, shared by all instances. Unlogged: a crash may forget them, and no commit waits for them.
create unlogged table rate_windows (
  subject text not null,
  operation text not null,
  used bigint not null,
  ends_at bigint not null,
  primary key (subject, operation)
) with (fillfactor = 50);
create index rate_windows_by_end on rate_windows (ends_at);
