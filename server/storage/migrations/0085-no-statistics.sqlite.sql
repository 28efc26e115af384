-- Statistics of a database that was small when they were taken say that reading a table whole is as good as its index.
-- Without any, every query goes by the index that was made for it.
drop table if exists sqlite_stat1;
drop table if exists sqlite_stat4;
