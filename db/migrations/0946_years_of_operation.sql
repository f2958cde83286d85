-- Finds the organizations with new events by what is new, not by visiting every organization.
create index feed_events_by_transaction on feed_events (xid) include (org_id);

-- In the order in which emails are sent: summaries and notifications after those that someone is waiting for.
drop index auth.mails_due;
create index mails_due on auth.mails ((kind = 'notifications'), due_at) where due_at is not null;

-- A run continues after files that can't be removed, in this order.
drop function if exists app.unused_files(timestamptz, integer);
create index files_unused_since on files (unused_since, id) where unused_since is not null;

-- A seal is sent to each target once: `announced_to` are those that have it, `announced_at` when the last one got it.
alter table audit_seals add column announced_to text[] not null default '{}';
drop function if exists app.seals_to_announce();
drop function if exists app.mark_seal_announced(uuid, integer);
