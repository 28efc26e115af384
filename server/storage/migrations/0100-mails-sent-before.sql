-- rolling
-- When a mail was sent before it was sent again: times with a space behind each.
alter table mails add column sent_before text not null default '';
