-- Whether members of an organisation need a second factor, and the streams of events that are open in all server processes.
alter table organizations add column second_factor_required boolean not null default false;

-- Unlogged, because a crash ends every stream of it. A row that isn't seen for a minute is that of a process that is gone.
create unlogged table auth.event_streams (
  id uuid primary key,
  org_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  seen_at timestamptz not null default clock_timestamp()
);
create index event_streams_organization on auth.event_streams (org_id);
create index event_streams_user on auth.event_streams (user_id);
