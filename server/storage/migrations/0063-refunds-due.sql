-- Few of all refunds are still to be made, and those are asked for at every look at the overview.
create index refund_tasks_due on refund_tasks (store_id, created_at, payment_id) where done_at is null;
