-- Counts how often a key has ceased to be its store's, so that a process may remember keys while the count stands still.
create table key_changes (count integer not null);
insert into key_changes (count) values (0);

create trigger key_replaced after update of store_id, key_hash on api_keys begin
  update key_changes set count = count + 1;
end;

create trigger key_removed after delete on api_keys begin
  update key_changes set count = count + 1;
end;
