-- When a notification was in a member's daily summary. Its happened_at can't tell: it may be written after a summary
-- that was made after it happened.
alter table notifications add column summarized_at timestamptz;

update notifications n set summarized_at = d.sent_at
from notification_digests d
where d.org_id = n.org_id and d.user_id = n.user_id and n.happened_at <= d.sent_at
  and n.happened_at > clock_timestamp() - interval '3 days';
