-- Stepping over a busy URL by an index of its own cost more than reading past its queue.
drop index deliveries_due_by_url;
