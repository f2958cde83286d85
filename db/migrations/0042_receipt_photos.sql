-- Photos of received goods: files of ours (bucket `inventory`, folder `receiving-images`), held by their foreign key.
create table receipt_photos (
  org_id uuid not null,
  receipt_id uuid not null,
  line_no integer not null,
  photo_no integer not null check (photo_no >= 1),
  address text not null check (address like '/files/inventory/receiving-images/%'),
  primary key (org_id, receipt_id, line_no, photo_no),
  foreign key (org_id, receipt_id, line_no) references receipt_items (org_id, receipt_id, line_no),
  foreign key (org_id, address) references files (org_id, address)
);
create index receipt_photos_address on receipt_photos (org_id, address);
