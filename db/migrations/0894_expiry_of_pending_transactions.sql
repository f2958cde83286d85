-- A pending transaction can state the expiry date of the lot that it brings in.
alter table transaction_drafts add column expires_on date;
