-- What members are told: one row per member and cause, made in the transaction that claims the cause's outbox row (docs/decisions/0270).

create table notifications (
  org_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  -- What happened; one notification per member and cause.
  cause text not null check (length(cause) between 1 and 300),
  title text not null check (title <> ''),
  body text,
  actor_name text,
  subject_kind text not null,
  subject_id uuid,
  -- It names figures of all locations: not for members who were limited to some since.
  whole boolean not null,
  -- False where the member wants this kind by mail only.
  shown boolean not null,
  occurrences integer not null default 1 check (occurrences > 0),
  happened_at timestamptz not null,
  read_at timestamptz,
  primary key (org_id, user_id, id),
  unique (org_id, user_id, cause),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);
create index notifications_newest on notifications (org_id, user_id, happened_at desc, id desc) where shown;
create index notifications_unread on notifications (org_id, user_id) where shown and read_at is null;
create index notifications_happened on notifications (happened_at);

-- A member's own choices, where they differ from the defaults of contract/notifications.ts.
create table notification_preferences (
  org_id uuid not null,
  user_id uuid not null,
  kind text not null,
  channel text not null check (channel in ('app', 'mail', 'push')),
  wanted boolean not null,
  primary key (org_id, user_id, kind, channel),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);

-- Whether the location has told that it is at or below its minimum: it tells again once it was above.
alter table stock_rules add column is_low boolean not null default false;
update stock_rules r set is_low = true
where r.minimum > 0 and r.minimum >= (
  select coalesce(sum(l.available + l.reserved), 0) from stock_levels l
  where l.org_id = r.org_id and l.product_id = r.product_id and l.location_id = r.location_id);
