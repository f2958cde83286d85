-- Correcting a lot's expiry date takes the date that the editor saw (kernel.set_lot_expiry, p_from): a new signature.
drop function if exists kernel.set_lot_expiry(uuid, uuid, uuid, date);
