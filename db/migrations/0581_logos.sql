-- An organization's logo, for its documents: encoded anew by the server (server/files/pictures.ts), so a PNG and nothing else.
create table organization_logos (
  org_id uuid primary key references organizations (org_id),
  png bytea not null check (octet_length(png) <= 262144),
  width smallint not null check (width > 0),
  height smallint not null check (height > 0)
);

-- What the audit trail says of the logo ("480 × 160 pixels"); null without one. The picture itself isn't in it.
alter table organization_settings add column logo text;
