-- Since when an organisation has no member: it is removed after 30 days.
alter table organizations add column abandoned_at timestamptz;
