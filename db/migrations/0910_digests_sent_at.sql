-- When a member's last summary was made: the next one begins there, so that none is left out if its hour changes or is late.
alter table notification_digests add column sent_at timestamptz;
