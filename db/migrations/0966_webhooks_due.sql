-- Finds the webhooks with something to send by what is new or due, not by visiting every one of them each second
-- (app.webhooks_newly_due). Batches of before have no transaction: a server's first look visits every webhook.
alter table feed_batches add column xid xid8;
alter table feed_batches alter column xid set default pg_current_xact_id();
create index feed_batches_by_transaction on feed_batches (xid) include (org_id) where xid is not null;

-- The transaction that created the webhook or turned it on: events that it missed meanwhile are to be sent.
alter table webhook_progress add column woken_by xid8 not null default pg_current_xact_id();
create index webhook_progress_woken on webhook_progress (woken_by) include (org_id, endpoint_id);

-- Deliveries of webhooks that are paused or off are never due.
update webhook_deliveries d set due_at = 'infinity'
from webhook_progress p join webhook_endpoints e on e.org_id = p.org_id and e.id = p.endpoint_id
where d.org_id = p.org_id and d.endpoint_id = p.endpoint_id and d.delivered_at is null
  and (p.switched_off_at is not null or e.paused_at is not null);
create index webhook_deliveries_due on webhook_deliveries (due_at, org_id, endpoint_id) where delivered_at is null;
