-- Members who want a summary of the day by mail: at which hour of the organisation's time zone, and the day of the last one.
create table notification_digests (
  org_id uuid not null,
  user_id uuid not null,
  hour smallint not null check (hour between 0 and 23),
  sent_on date,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);
