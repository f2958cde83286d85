-- A discarded shipment has a status of its own. It was kept as a failed one with `taken_back_at`, so its history and the API called it a
-- failed delivery.
alter table shipments
  drop constraint shipments_status_check,
  drop constraint shipments_check5,
  drop constraint shipments_check6,
  drop constraint shipments_taken_back_check;

-- Corrections of what was recorded, not edits: nothing is audited. The audit trail keeps what the rows said at the time.
alter table shipments disable trigger user;
update shipments set status = 'discarded', failed_at = null where taken_back_at is not null;
alter table shipments enable trigger user;
update status_changes c set new_status = 'discarded'
from shipments s
where s.org_id = c.org_id and s.id = c.shipment_id and s.status = 'discarded' and c.new_status = 'failed';

alter table shipments
  add constraint shipments_status_check check (status in ('pending', 'in_transit', 'delivered', 'failed', 'discarded')),
  add constraint shipments_failed_check check ((status = 'failed') = (failed_at is not null)),
  add constraint shipments_undo_check check (undo_posting_id is null or status in ('failed', 'discarded')),
  -- Discarded before it left, or undone with its order's status.
  add constraint shipments_discarded_check check (
    (status = 'discarded') = (taken_back_at is not null) and (status <> 'discarded' or is_implicit or posting_id is null));
