-- rolling
-- What a line of the timeline tells of where it is no step and no tracking link: 'address'.
alter table order_history add column about text;
