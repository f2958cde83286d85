-- A payment that was typed wrong is undone: it stays, with who undid it, and no longer counts.
alter table payments
  add column undone_at timestamptz,
  add column undone_by text,
  add constraint payments_undone check ((undone_at is null) = (undone_by is null));
